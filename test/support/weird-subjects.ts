import { type Subject, subjectOf } from "../../cli/export/subject.ts";
import { inputsOf } from "../../provider/inventory/inputs.ts";
import { definitions } from "../../resources/_registry.ts";

/** Names that people give, and some that nobody should. */
export const weird = [
  'say "hi"',
  "it's",
  ["`$", "{process.exit(1)}`"].join(""),
  "two\nlines\r\nand \u2028 one more",
  "class",
  "default",
  "hosting",
  "compute",
  "データ",
  "Äpfel & Öl",
  "*/ // <script>",
  "\\",
  "__proto__",
  "constructor",
  "x".repeat(200),
  "1st",
  "-",
  "",
  "a",
  "A",
  "\u0000\u001B[31mred",
  "\uD800 alone",
];

/** Objects of each of these names in two regions, which refer to each other. */
export function weirdSubjects(): readonly Subject[] {
  return weird.flatMap((name, at) =>
    ["eu", "us"].flatMap((region) => [
      subject("storage:Volume", `vol_${at}${region}`, { name, region, sizeGb: 10 }),
      subject("network:Network", `net_${at}${region}`, {
        name,
        description: name,
        config: { [name]: name },
      }),
      subject("compute:Instance", `inst_${at}${region}`, {
        name,
        region,
        plan: name || "s",
        image: "debian/13",
      }),
      subject("storage:VolumeAttachment", `vol_${at}${region}/inst_${at}${region}`, {
        volumeId: `vol_${at}${region}`,
        instanceId: `inst_${at}${region}`,
      }),
      subject("network:LoadBalancer", `lb_${at}${region}`, {
        ...{ name, region, backendInstances: [`inst_${at}${region}`, "inst_gone"] },
        forwardingRules: [
          { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: name || "http" },
        ],
        healthCheck: {
          protocol: "http",
          port: 80,
          path: name,
          interval: 10,
          timeout: 5,
          threshold: 3,
        },
      }),
    ]),
  );
}

function subject(type: string, id: string, observed: Readonly<Record<string, unknown>>): Subject {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`there is no ${type}`);
  const found = { definition, id, observed, ...inputsOf(definition, observed) };
  const judged = subjectOf(found, { mailEnabled: false, now: 0, apiKeyId: "key_in_use" });
  if (!("isAdopted" in judged)) throw new Error(judged.why);
  return judged;
}
