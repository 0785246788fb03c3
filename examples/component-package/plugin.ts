// First of all: the children are then resources of the provider plugin, as in programs of every language.
import "pulumi-hosting/native";

export { WebService } from "./index.js";
