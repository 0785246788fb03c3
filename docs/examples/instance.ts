import * as hosting from "pulumi-hosting";

const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });

// From an image of your own instead of one of the gallery.
const golden = new hosting.Instance("golden", {
  region: "eu-1",
  plan: "small",
  source: { imageId: "img_golden" },
});

export const addresses = [web.ipAddresses, golden.ipAddresses];
