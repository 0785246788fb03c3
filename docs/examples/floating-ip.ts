import * as hosting from "pulumi-hosting";

const front = new hosting.FloatingIp("front", { region: "eu-1" }, { protect: true });

export const address = front.ip;
