/** Exports traces of events over OTLP/HTTP, by the OpenTelemetry SDK. Loaded only where an endpoint is set. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as openTelemetry } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace";
import { reasonOf } from "../errors.ts";
import type { EventTrace } from "./event-traces.ts";
import { createAlarm, type Log } from "./log.ts";

export interface TraceExport extends AsyncDisposable {
  /** Sends a trace with the next batch; what a collector doesn't take is dropped. */
  write(trace: EventTrace): void;
}

/** A collector that doesn't answer must not hold up a stop. */
const timeoutMillis = 3000;

/** Outcomes of events and calls that a collector shows as faults. */
const isFault = (outcome: string) => !/^(?:[23]\d\d|404|409|ok|sent|arrived|silent)$/.test(outcome);

/**
 * @param endpoint base address of the collector, to which `/v1/traces` is appended.
 * @param headers of each request, such as the collector's token.
 */
export function exportTraces(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  log: Log,
): TraceExport {
  const url = `${endpoint}/v1/traces`;
  const exporter = alarmed(
    new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }),
    log,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "line-loyalty-bot" }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMillis })],
  });
  const tracer = provider.getTracer("line-loyalty-bot");
  return {
    write({ id, type, receivedAt, intent, outcome, ms, spans }) {
      const attributes = { "event.id": id, "event.type": type, intent, outcome };
      const start = { startTime: receivedAt, kind: SpanKind.SERVER, attributes };
      const root = tracer.startSpan(`event ${type}`, start, ROOT_CONTEXT);
      if (isFault(outcome)) root.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
      const parent = openTelemetry.setSpan(ROOT_CONTEXT, root);
      for (const span of spans) {
        const isCall = span.outcome !== undefined;
        const child = tracer.startSpan(
          span.name,
          {
            startTime: receivedAt + span.at,
            kind: isCall ? SpanKind.CLIENT : SpanKind.INTERNAL,
            attributes: isCall ? { outcome: span.outcome } : {},
          },
          parent,
        );
        if (isCall && isFault(span.outcome ?? "")) child.setStatus({ code: SpanStatusCode.ERROR });
        child.end(receivedAt + span.at + span.ms);
      }
      root.end(receivedAt + ms);
    },
    // What is left is sent if the collector takes it; its failure is logged by then.
    [Symbol.asyncDispose]: () => provider.shutdown().catch(() => {}),
  };
}

/** The same exporter, with a line in the log when the collector ceases to take spans, and when it takes them again. */
function alarmed(exporter: SpanExporter, log: Log): SpanExporter {
  const alarm = createAlarm(log, {
    begins: "the trace collector takes nothing (OTEL_EXPORTER_OTLP_ENDPOINT); traces are dropped",
    ends: "the trace collector takes traces again",
  });
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) alarm.raise({ reason: reasonOf(result.error) });
        else alarm.clear();
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
