/** One question to a machine on the network: does a program answer there? */
export interface ProbeTarget {
  /** Id of the machine; the embedded platform, whose machines are on no network, knows it by that. */
  readonly instanceId: string;
  /** IP address that is connected to. */
  readonly address: string;
  readonly port: number;
  readonly protocol: "http" | "tcp";
  /** Path that is asked for over http. */
  readonly path: string;
  readonly timeoutMilliseconds: number;
}

/** What one probe found. */
export type ProbeResult =
  | { readonly healthy: true }
  /** `reason` completes "it was not healthy: …". */
  | { readonly healthy: false; readonly reason: string };

/** Probes once; a machine that does not answer is a result, not an error. */
export type Probe = (target: ProbeTarget) => Promise<ProbeResult>;
