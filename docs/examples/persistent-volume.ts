import * as hosting from "pulumi-hosting";
import { PersistentVolume } from "pulumi-hosting/components";

const database = new hosting.Instance("database", {
  region: "eu-1",
  plan: "small",
  image: "debian/13",
});

// When the instance is replaced, the volume moves to the new one.
const data = new PersistentVolume("data", { region: "eu-1", sizeGb: 20, instance: database });

export const volumeId = data.volumeId;
