// First of all: the children are then resources of the provider plugin, which needs no packages of npm in the project.
import "pulumi-hosting/native";

export { WebService } from "./index.js";
