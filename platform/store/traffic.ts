import type { Sql } from "./database.ts";

/** One row for each load balancer and month, so that metering often costs no room. */
export const trafficSchema = `
CREATE TABLE traffic (
  month TEXT NOT NULL, balancer TEXT NOT NULL, project TEXT NOT NULL, name TEXT NOT NULL,
  bytes INTEGER NOT NULL, PRIMARY KEY (month, balancer)
) STRICT, WITHOUT ROWID;
`;

/** What has left through a load balancer in a month. */
export interface BalancerTraffic {
  readonly balancer: string;
  readonly project: string;
  readonly name: string;
  readonly bytes: bigint;
}

/** Outbound traffic of load balancers, those included that are gone. */
export class Traffic {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Adds to what the load balancer has sent in the month. */
  add(month: string, { balancer, project, name, bytes }: BalancerTraffic): void {
    this.#sql.run`INSERT INTO traffic (month, balancer, project, name, bytes)
      VALUES (${month}, ${balancer}, ${project}, ${name}, ${bytes})
      ON CONFLICT DO UPDATE SET name = excluded.name, bytes = bytes + excluded.bytes`;
  }

  of(month: string): BalancerTraffic[] {
    const rows = this.#sql.all`SELECT balancer, project, name, CAST(bytes AS TEXT) AS bytes
      FROM traffic WHERE month = ${month} ORDER BY project, balancer`;
    return rows.map(({ balancer, project, name, bytes }) => ({
      balancer: String(balancer),
      project: String(project),
      name: String(name),
      bytes: BigInt(String(bytes)),
    }));
  }
}
