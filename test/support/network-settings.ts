/** Variables that say how the network is reached, and what it is trusted by. */
const reaches = /^(?:GOPROXY|GO\w*SUMDB|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|\w+_proxy)$/i;

/** Those of this process, for one that gets nothing else of its environment. */
export function networkSettings(): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && reaches.test(name)) settings[name] = value;
  }
  return settings;
}
