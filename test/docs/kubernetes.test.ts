/** Checks docs/deploy/kubernetes.yaml against Kubernetes' published schemas and the program. It runs on no cluster here. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Namespace } from "kubernetes-models/v1/Namespace";
import { Secret } from "kubernetes-models/v1/Secret";
import { Service } from "kubernetes-models/v1/Service";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/config/config.ts";
import { environment as variables } from "../../src/config/environment-schema.ts";
import { command, environment as image } from "../support/dockerfile.ts";

const root = join(import.meta.dirname, "../..");
const readText = (file: string) => readFileSync(join(root, file), "utf8");
const objects = parseAllDocuments(readText("docs/deploy/kubernetes.yaml")).map(
  (document) => document.toJS() as { apiVersion: string; kind: string },
);

/** The object of a kind, which is there once. */
function only<T>(kind: new (data: never) => T): T {
  const found = objects.filter((object) => object.kind === kind.name);
  expect(found).toHaveLength(1);
  return new kind(found[0] as never);
}

const kinds = [Namespace, Secret, ConfigMap, Deployment, PodDisruptionBudget, Service, Ingress];
const settings = only(ConfigMap).data ?? {};
const secrets = only(Secret).stringData ?? {};
const { spec: deployment } = only(Deployment);
const pod = deployment?.template.spec;
const [container] = pod?.containers ?? [];

test("each object keeps to the schema of its kind and version, in the namespace of the first", () => {
  expect(objects.map(({ kind }) => kind)).toEqual(kinds.map(({ name }) => name));
  for (const [index, kind] of kinds.entries()) {
    const object = objects[index];
    const read = new kind(object as never);
    expect([read.kind, read.apiVersion]).toEqual([object?.kind, object?.apiVersion]);
    read.validate();
    const { name, namespace } = read.metadata ?? {};
    expect([kind.name, namespace ?? name]).toEqual([kind.name, only(Namespace).metadata?.name]);
  }
  expect(() => new Deployment({ spec: { replicas: "2" } as never }).validate()).toThrow("replicas");
});

test("the bot takes the settings and secrets, and no secret is among the settings", () => {
  const set = { ...settings, ...secrets };
  expect(Object.keys(set).filter((name) => !Object.hasOwn(variables.shape, name))).toEqual([]);
  const { config, secrets: read } = readConfig({ ...image, ...set });
  expect(config).toMatchObject({ port: container?.ports?.[0]?.containerPort, studio: false });
  expect(read).toMatchObject({ databaseUrl: secrets["DATABASE_URL"] });
  for (const name of Object.keys(settings)) expect(name).not.toMatch(/SECRET|TOKEN|KEY|PASSWORD/);
  expect(container?.envFrom).toEqual([
    { configMapRef: { name: only(ConfigMap).metadata?.name } },
    { secretRef: { name: only(Secret).metadata?.name } },
  ]);
});

test("a replica starts as those of compose do", () => {
  const compose = parse(readText("compose.yaml"), { merge: true }) as {
    services: { "replica-1": { command: string[] } };
  };
  expect(container?.command).toEqual(compose.services["replica-1"].command);
  expect(container?.command?.at(-1)).toBe(command.at(-1));
});

test("the probes ask where the bot answers, and a full database restarts nothing", () => {
  const asked = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
  expect(asked.map((probe) => probe?.httpGet?.path)).toEqual(["/readyz", "/readyz", "/healthz"]);
  const names = container?.ports?.map(({ name }) => name);
  for (const probe of asked) expect(names).toContain(probe?.httpGet?.port);
});

test("a replica is stopped after it gets nothing new, within its time, and never both at once", () => {
  const wait = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  expect(wait).toBeGreaterThan(
    (container?.readinessProbe?.periodSeconds ?? 0) *
      (container?.readinessProbe?.failureThreshold ?? 0),
  );
  // The bot's own stop takes 10 seconds at most.
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(wait + 10);
  expect(deployment?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  expect(only(PodDisruptionBudget).spec?.minAvailable).toBeLessThan(deployment?.replicas ?? 0);
});

test("the pod runs without rights, and writes to its volumes alone", () => {
  expect(pod?.automountServiceAccountToken).toBe(false);
  expect(pod?.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: "RuntimeDefault" },
  });
  expect(container?.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  const mounted = container?.volumeMounts?.map(({ mountPath }) => mountPath);
  expect(mounted).toEqual([image["DATA_DIR"], "/tmp"]);
  expect(container?.volumeMounts?.map(({ name }) => name)).toEqual(
    pod?.volumes?.map(({ name }) => name),
  );
});

test("the labels lead from the service and the budget to the pods", () => {
  const labels = deployment?.template.metadata?.labels;
  expect(labels).toMatchObject({ "app.kubernetes.io/name": "line-loyalty-bot" });
  expect(deployment?.selector.matchLabels).toEqual(labels);
  expect(only(Service).spec?.selector).toEqual(labels);
  expect(only(PodDisruptionBudget).spec?.selector?.matchLabels).toEqual(labels);
});

test("the ingress forwards what the replicas' Caddy site does, under the bot's own name", () => {
  const site = readText("docs/deploy/Caddyfile.replicas");
  const { rules = [], tls = [] } = only(Ingress).spec ?? {};
  const paths = rules[0]?.http?.paths ?? [];
  expect(
    paths.map(({ path = "", pathType }) => (pathType === "Prefix" ? `${path}*` : path)),
  ).toEqual(/@public path (.*)/.exec(site)?.[1]?.split(" "));
  const service = only(Service);
  for (const { backend } of paths) {
    expect(backend.service).toEqual({
      name: service.metadata?.name,
      port: { name: service.spec?.ports?.[0]?.name },
    });
  }
  const { host } = new URL(settings["PUBLIC_URL"] ?? "");
  expect([rules[0]?.host, tls[0]?.hosts]).toEqual([host, [host]]);
});
