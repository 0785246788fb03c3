/** The sections of the API's specification, by their numbers, and the points that answers follow by themselves. */
export const clauses: Readonly<Record<string, string>> = {
  "1": "The service",
  "2": "Objects",
  "3": "States",
  "4": "Endpoints",
  "4.1": "Prefix /api/v1",
  "4.2": "Prefix /v1",
  "4.3": "Prefix /api/v2",
  "5": "Keys, scopes and roles",
  "7.2": "What is unknown is answered with 404.",
  "7.4": "Too many requests are answered with 429.",
  "7.5": "Deleting a container that is not stopped is refused.",
  "7.6":
    "Asking for a dedicated address when none is free, or the plan's allowance is used up, is refused, and no server is created.",
  "7.7": "Forwarding to port 25 is refused unless support has enabled mail for the organization.",
  "7.8": "A public port outside one's own block is refused.",
};

/** A rule by its number, in words: `7.4 Too many requests are answered with 429.` */
export function ruleText(spec: string): string {
  const [section = ""] = spec.split(" ");
  const text = clauses[section];
  return text === undefined ? spec : `${spec} ${text}`;
}
