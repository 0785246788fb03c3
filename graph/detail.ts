/** What is worth knowing of an object in a few words: `20 GB · eu-1`; `field` gives its fields by name. */
export function detailOf(field: (name: string) => unknown): string {
  return telling
    .flatMap(([name, words]) => {
      const value = [field(name)].flat()[0];
      return typeof value === "string" || typeof value === "number" ? [words(String(value))] : [];
    })
    .join(" · ");
}

/** Fields that tell one object from another, in the order in which they are shown. */
const telling: readonly (readonly [name: string, words: (value: string) => string])[] = [
  ["ip", (ip) => ip],
  ["ipAddresses", (ip) => ip],
  ["ipv4Address", (ip) => ip],
  ["protocol", (protocol) => protocol],
  ["publicPort", (port) => `port ${port}`],
  ["targetPort", (port) => `to ${port}`],
  ["sizeGb", (size) => `${size} GB`],
  ["size", (size) => size],
  ["plan", (plan) => plan],
  ["image", (image) => image],
  ["role", (role) => role],
  ["metric", (metric) => metric],
  ["ipRange", (range) => range],
  ["region", (region) => region],
];
