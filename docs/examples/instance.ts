import * as hosting from "pulumi-hosting";

const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });

// From your own image instead of one of the gallery.
const golden = new hosting.Instance("golden", {
  region: "eu-1",
  plan: "small",
  source: { imageId: "img_golden" },
});

export const addresses = [web.ipAddresses, golden.ipAddresses];
