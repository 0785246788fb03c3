/** Where in the world connections are taken. */
export interface Place {
  /** Like `lb_…/443`, `web/tcp/20001` or `fip_…`. */
  readonly id: string;
  readonly kind: "loadBalancer" | "portForward" | "floatingIp";
  readonly name: string;
  /** Where it is in the world. */
  readonly address: string;
  /** Null for all ports. */
  readonly port: number | null;
  readonly protocol: "http" | "https" | "tcp" | "udp";
}
