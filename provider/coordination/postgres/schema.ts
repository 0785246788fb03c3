/** The version of {@link statements}; a database of a newer one is not used. */
export const schemaVersion = 1;

/**
 * Makes the schema where it is not there; an account with few rights has them run by another one, as the docs
 * print them. All times are the server's, so that the clocks of machines do not matter, and all waits are
 * milliseconds. Nothing depends on a session: a pooler may give each statement to another one.
 */
export const statements = `CREATE SCHEMA IF NOT EXISTS pulumi_hosting;

CREATE TABLE IF NOT EXISTS pulumi_hosting.schema_version (version integer PRIMARY KEY);

-- A platform's limit for one key; the row is locked while permits of it are taken.
CREATE TABLE IF NOT EXISTS pulumi_hosting.budgets (
  budget text PRIMARY KEY,
  resumes_at timestamptz NOT NULL DEFAULT '-infinity'
);

-- Requests that count against the limit.
CREATE TABLE IF NOT EXISTS pulumi_hosting.permits (
  id uuid PRIMARY KEY,
  budget text NOT NULL,
  run uuid NOT NULL,
  machine text NOT NULL,
  taken_at timestamptz NOT NULL,
  is_under_way boolean NOT NULL DEFAULT true,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS permits_of_budget ON pulumi_hosting.permits (budget, expires_at);

-- Runs that wait for permits. One that does not ask again in time has ended.
CREATE TABLE IF NOT EXISTS pulumi_hosting.waiters (
  budget text NOT NULL,
  run uuid NOT NULL,
  wanted integer NOT NULL,
  since timestamptz NOT NULL,
  asks_until timestamptz NOT NULL,
  PRIMARY KEY (budget, run)
);

-- Runs that create. One that does not renew its row for a minute has ended.
CREATE TABLE IF NOT EXISTS pulumi_hosting.runs (
  run uuid PRIMARY KEY,
  renewed_at timestamptz NOT NULL
);

-- Creates that may have happened and that no state is known to have.
CREATE TABLE IF NOT EXISTS pulumi_hosting.creates (
  token text PRIMARY KEY,
  declaration text NOT NULL,
  subject text NOT NULL,
  stack text NOT NULL,
  world text NOT NULL,
  type text NOT NULL,
  sent_by text,
  run uuid NOT NULL,
  machine text NOT NULL,
  noted_at timestamptz NOT NULL,
  id text,
  has_run_ended boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS creates_of_stack ON pulumi_hosting.creates (stack, world);

-- Takes permits, at most one for each id; the same ids again are the same permits. Those who wait get
-- permits in turn: next is who has the fewest.
CREATE OR REPLACE FUNCTION pulumi_hosting.take_permits(
  of_budget text, of_run uuid, of_machine text, ids uuid[], most integer,
  OUT granted uuid[], OUT next_in_ms double precision
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_at timestamptz;
  pause_ends timestamptz;
  free integer;
  own integer;
  own_next integer;
BEGIN
  INSERT INTO pulumi_hosting.budgets (budget) VALUES (of_budget) ON CONFLICT DO NOTHING;
  SELECT resumes_at INTO pause_ends FROM pulumi_hosting.budgets WHERE budget = of_budget FOR UPDATE;
  -- Read under the lock: rows that others wrote meanwhile must not look newer.
  now_at := clock_timestamp();
  next_in_ms := 0;
  WITH again AS (
    UPDATE pulumi_hosting.permits SET expires_at = now_at + interval '150 s' WHERE id = ANY (ids)
    RETURNING id
  ) SELECT array_agg(id) INTO granted FROM again;
  IF granted IS NOT NULL THEN
    RETURN;
  END IF;
  DELETE FROM pulumi_hosting.permits WHERE budget = of_budget AND expires_at <= now_at;
  DELETE FROM pulumi_hosting.waiters WHERE budget = of_budget AND asks_until <= now_at;
  IF pause_ends > now_at THEN
    next_in_ms := extract(epoch FROM pause_ends - now_at) * 1000;
    RETURN;
  END IF;
  INSERT INTO pulumi_hosting.waiters (budget, run, wanted, since, asks_until)
    VALUES (of_budget, of_run, cardinality(ids), now_at, now_at)
    ON CONFLICT (budget, run) DO UPDATE SET wanted = excluded.wanted;
  SELECT most - count(*) INTO free FROM pulumi_hosting.permits WHERE budget = of_budget;
  WITH turns AS (
    SELECT waiter.run, row_number() OVER (ORDER BY had.permits + turn, waiter.since, waiter.run) AS place
    FROM pulumi_hosting.waiters AS waiter
      CROSS JOIN LATERAL (
        SELECT count(*) AS permits FROM pulumi_hosting.permits AS permit
        WHERE permit.budget = of_budget AND permit.run = waiter.run
      ) AS had
      CROSS JOIN LATERAL generate_series(1, waiter.wanted) AS turn
    WHERE waiter.budget = of_budget
  ) SELECT count(*) FILTER (WHERE place <= free), min(place) FILTER (WHERE place > free)
    INTO own, own_next FROM turns WHERE run = of_run;
  granted := ids[1:own];
  INSERT INTO pulumi_hosting.permits (id, budget, run, machine, taken_at, expires_at)
    SELECT id, of_budget, of_run, of_machine, now_at, now_at + interval '150 s' FROM unnest(granted) AS id;
  IF own_next IS NULL THEN
    DELETE FROM pulumi_hosting.waiters WHERE budget = of_budget AND run = of_run;
    RETURN;
  END IF;
  -- A request under way may be answered at any moment, and its permit then lasts a minute.
  SELECT extract(epoch FROM max(back_at) - now_at) * 1000 INTO next_in_ms FROM (
    SELECT CASE WHEN is_under_way THEN least(expires_at, now_at + interval '60.2 s') ELSE expires_at END AS back_at
    FROM pulumi_hosting.permits WHERE budget = of_budget
    ORDER BY back_at LIMIT own_next - greatest(free, 0)
  ) AS back;
  UPDATE pulumi_hosting.waiters
    SET wanted = cardinality(ids) - own, asks_until = now_at + next_in_ms * interval '1 ms' + interval '5 s'
    WHERE budget = of_budget AND run = of_run;
END $$;

INSERT INTO pulumi_hosting.schema_version (version) VALUES (${schemaVersion}) ON CONFLICT DO NOTHING;
`;
