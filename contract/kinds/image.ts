import { defineKind } from "../kind.ts";
import { prices } from "../limits.ts";
import { type ClassPrice, dollars, included } from "../price.ts";

const perGb = dollars(prices.customImagePerGb);
const storage: ClassPrice = {
  about: `${perGb} per GB and month; how large an image is shows in no answer (spec 8).`,
  monthly: () => ({ missing: `${perGb} per GB and month, but its size is not shown` }),
};

/** Private images (spec 2.7a). */
export const image = defineKind({
  prefix: "/v1",
  area: null,
  documented: {
    create: ["POST", "/images", "Write"],
    import: ["POST", "/images/import", "Write"],
    get: ["GET", "/images/{image_id}", "Read"],
    share: ["POST", "/images/{image_id}/share", "Write"],
  },
  assumed: {
    list: ["GET", "/images", "lists private images"],
    delete: ["DELETE", "/images/{image_id}", "deletes a private image"],
  },
  id: { is: "answered", prefix: "img_", fallback: null },
  classes: {
    "compute:Image": {
      price: storage,
      requests: {
        create: ["create"],
        update: [],
        delete: ["delete", "get"],
        shared: { create: 1 },
        besides: ["get"],
      },
    },
    "compute:ImportedImage": {
      price: storage,
      requests: {
        create: ["import"],
        update: [],
        delete: ["delete", "get"],
        shared: { create: 1 },
        besides: ["get"],
      },
    },
    // Nothing takes a share back: it goes with its image (spec 4.2).
    "compute:ImageShare": {
      price: included("Sharing makes no copy: only the image costs (spec 8)."),
      requests: {
        create: ["share"],
        update: ["share"],
        delete: [],
        shared: {},
        besides: ["get"],
      },
    },
  },
});
