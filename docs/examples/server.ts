import * as hosting from "pulumi-hosting";

const game = new hosting.Server("game", { size: "medium" });
const shop = new hosting.Server("shop", { size: "medium", networkAccess: "dedicated" });

/** A server with shared access has some ports of an address, one with dedicated access all of them. */
export const gamePorts = game.portBlock;
export const shopAddress = shop.ipv4Address;
