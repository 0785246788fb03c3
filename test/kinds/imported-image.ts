import fc from "fast-check";
import { label, record, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const importedImage: KindExample = {
  type: "compute:ImportedImage",
  sample: {
    name: "base",
    url: "https://images.example/base.qcow2",
    format: "qcow2",
    osType: "linux",
  },
  other: {
    name: "other",
    url: "https://images.example/other.raw",
    format: "raw",
    osType: "bsd",
  },
  arbitrary: () =>
    record(
      {
        name: label,
        url: fc.webUrl({ validSchemes: ["http", "https"] }),
        format: fc.constantFrom("raw", "qcow2", "vmdk"),
        osType: word,
      },
      ["url", "format", "osType"],
    ),
  creation: {
    call: "POST /v1/images/import",
    body: {
      name: "base",
      url: "https://images.example/base.qcow2",
      format: "qcow2",
      os_type: "linux",
    },
    id: "img_1",
    answer: { id: "img_1" },
  },
  fields: {
    specified: ["name", "url", "format", "os_type"],
    elsewhere: [],
  },
};
