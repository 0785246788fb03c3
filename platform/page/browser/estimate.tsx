import type { Bill } from "../../control/index.ts";
import { useAnswer } from "./control.ts";

/** Lines that are listed; more are for programs. */
const most = 100;

/** The cost of a month, and its lines. */
export function Estimate() {
  const { value: bill } = useAnswer<Bill>("/bill");
  if (bill === undefined) return null;
  const { lines, total, unpriced } = bill;
  const without = [...Map.groupBy(unpriced, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} × ${kind}`,
  );
  return (
    <details class="estimate">
      <summary>{`${dollars(total)} a month`}</summary>
      <table aria-label="Monthly cost at present prices">
        <tbody>
          {lines.slice(0, most).map(({ project, kind, id, name, what, amount }) => (
            <tr key={`${kind} ${id}`}>
              <th scope="row">{name}</th>
              <td>{`${what} ${project}`}</td>
              <td class="number">{dollars(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > most && <p>{`and ${lines.length - most} more`}</p>}
      {without.length > 0 && <p class="hint">{`without a price: ${without.join(", ")}`}</p>}
    </details>
  );
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString("en", { style: "currency", currency: "USD" });
}
