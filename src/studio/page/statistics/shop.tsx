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
import { clockText, localDayText } from "../i18n.ts";
import { SeriesRow } from "./series.tsx";

const figureNames: Readonly<Record<ShopFigure, string>> = {
  answers: "Answers",
  people: "People answered",
  notUnderstood: "Not understood",
  gifts: "Coupons given",
  couponsUsed: "Coupons used",
  pointsAdded: "Points added",
  pointsBurned: "Points burned",
  redemptions: "Redemptions",
  welcomeGifts: "Welcome gifts",
  birthdayGifts: "Birthday gifts",
  invited: "Told how to join",
  joined: "Joined",
};
const figures = Object.keys(figureNames) as ShopFigure[];

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
  const shown = figures.filter((figure) => figureNames[figure].toLowerCase().includes(searched));
  return (
    <section id="shop" aria-label="The shop">
      <h2>The shop</h2>
      <p class="faint">
        {localDayText(days[0] ?? "")} to {localDayText(days.at(-1) ?? "")}
      </p>
      <LoadState {...content} />
      {value.waiting > 0 && (
        <p>
          {value.waiting} {value.waiting === 1 ? "order waits" : "orders wait"} for an approval, an
          answer or a review: write /pending to the bot.
        </p>
      )}
      {value.odd.length > 0 && <OddFacts facts={value.odd} onError={onError} />}
      {shown.length === 0 && <p class="none">Nothing matches</p>}
      <ul class="statistic-list">
        {shown.map((figure) => {
          const values = value.days.map((day) => day.figures[figure]);
          const series = { name: figureNames[figure], values, total: value.sum[figure] };
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
    <section id="odd" aria-label="Worth a look">
      <h3>Worth a look</h3>
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
          <span class="faint">Orders</span>
        </summary>
        {isOpen && <LoadState {...orders} />}
        {orders.value && <Orders {...orders.value} />}
      </details>
    </li>
  );
}

function Orders({ orders }: ShopOrdersPage) {
  if (orders.length === 0) return <p class="placeholder">No orders are kept any more.</p>;
  return (
    <table>
      <caption>Orders</caption>
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
