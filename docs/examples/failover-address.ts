import * as hosting from "pulumi-hosting";
import { FailoverAddress } from "pulumi-hosting/components";

const database = new hosting.Instance("database", {
  region: "eu-1",
  plan: "small",
  image: "debian/13",
});

// When the instance is replaced, the address moves to the new one.
const front = new FailoverAddress("front", { region: "eu-1", instance: database });

export const ip = front.ip;
