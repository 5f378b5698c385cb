/** What happened in the shop, for owners: what is open, what is odd with the orders behind it, and a chart for each figure. */
import { useState } from "preact/hooks";
import type {
  ShopFact,
  ShopFigure,
  ShopOrdersPage,
  ShopPage,
} from "../../server/statistics-types.ts";
import { api } from "../api.ts";
import { LoadState, useLoaded, type Loaded } from "../requests.tsx";
import { clockText, localDayText, t } from "../i18n.ts";
import { SeriesRow } from "./series.tsx";

const figures = [
  "answers",
  "people",
  "notUnderstood",
  "gifts",
  "couponsUsed",
  "pointsAdded",
  "pointsBurned",
  "redemptions",
  "welcomeGifts",
  "birthdayGifts",
  "invited",
  "joined",
] as const satisfies readonly ShopFigure[];
const nameOf = (figure: ShopFigure) => t(`shop.figure.${figure}`);

interface ShopProps {
  content: Loaded<ShopPage>;
  /** In small letters. */
  searched: string;
  onError(error: unknown): void;
}

export function Shop({ content, searched, onError }: ShopProps) {
  const { value } = content;
  if (!value) return <LoadState {...content} />;
  const days = value.days.map(({ day }) => day);
  const shown = figures.filter((figure) => nameOf(figure).toLowerCase().includes(searched));
  return (
    <section id="shop" aria-label={t("shop.label")}>
      <h2>{t("shop.label")}</h2>
      <p class="faint">
        {t("statistics.between", {
          first: localDayText(days[0] ?? ""),
          last: localDayText(days.at(-1) ?? ""),
        })}
      </p>
      <LoadState {...content} />
      {value.waiting > 0 && <p>{t("shop.waiting", { count: value.waiting })}</p>}
      {value.odd.length > 0 && <OddFacts facts={value.odd} onError={onError} />}
      {shown.length === 0 && <p class="none">{t("statistics.none")}</p>}
      <ul class="statistic-list">
        {shown.map((figure) => {
          const values = value.days.map((day) => day.figures[figure]);
          const series = { name: nameOf(figure), values, total: value.sum[figure] };
          // Points and people have no scale in common.
          return (
            <SeriesRow key={figure} series={series} days={days} max={Math.max(...values, 1)} />
          );
        })}
      </ul>
    </section>
  );
}

function OddFacts({ facts, onError }: { facts: readonly ShopFact[] } & Pick<ShopProps, "onError">) {
  return (
    <section id="odd" aria-label={t("shop.odd")}>
      <h3>{t("shop.odd")}</h3>
      <ul class="odd-list">
        {facts.map((fact, index) => {
          const key = `${fact.day} ${index}`;
          return fact.orders ? (
            <OddFact key={key} fact={fact} onError={onError} />
          ) : (
            <li key={key} class="odd-fact plain">
              {localDayText(fact.day)} · {fact.text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The orders behind it are read when it is opened. */
function OddFact({ fact, onError }: { fact: ShopFact } & Pick<ShopProps, "onError">) {
  const [isOpen, setOpen] = useState(false);
  const orders = useLoaded(
    () => (fact.orders ? api.shopOrders(fact.orders) : Promise.reject(new Error("no orders"))),
    isOpen || null,
    onError,
  );
  return (
    <li>
      <details
        class="statistic odd-fact"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <span class="statistic-name">
            {localDayText(fact.day)} · {fact.text}
          </span>
          <span class="faint">{t("shop.orders")}</span>
        </summary>
        {isOpen && <LoadState {...orders} />}
        {orders.value && <Orders {...orders.value} />}
      </details>
    </li>
  );
}

function Orders({ orders }: ShopOrdersPage) {
  if (orders.length === 0) return <p class="placeholder">{t("shop.orders.none")}</p>;
  return (
    <table>
      <caption>{t("shop.orders")}</caption>
      <tbody>
        {orders.map(({ at, command, step, what }, index) => (
          <tr key={index}>
            <th scope="row">{clockText(at)}</th>
            <td>
              /{command} · {step}
            </td>
            <td dir="auto">{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
