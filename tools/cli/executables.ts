/** The CLI and the two programs it starts for Node.js projects. */
export interface Executables {
  pulumi: string;
  languageHost: string;
  dynamicProvider: string;
}

/** File names of the CLI and its companions on a platform. */
export function executablesOn(platform: NodeJS.Platform): Executables {
  const windows = platform === "win32";
  return {
    pulumi: windows ? "pulumi.exe" : "pulumi",
    languageHost: windows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
    dynamicProvider: windows
      ? "pulumi-resource-pulumi-nodejs.cmd"
      : "pulumi-resource-pulumi-nodejs",
  };
}
