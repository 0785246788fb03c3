import { createSecureContext, type SecureContext } from "node:tls";
import { type Context, certificates } from "../kinds/index.ts";

/** Who a certificate makes somebody, or why nobody. */
type Found = { readonly secure: SecureContext } | { readonly problem: string };

/** The certificates of a world as TLS uses them, each read once. */
export class Identities {
  readonly #known = new Map<string, SecureContext>();

  of(world: Context, id: string): Found {
    const stored = world.account.find(certificates, id);
    if (stored === undefined) return { problem: `certificate "${id}" is gone` };
    const { certificate, certificate_chain, private_key_sha256 } = stored;
    const cert = `${certificate}\n${certificate_chain ?? ""}`;
    const known = this.#known.get(private_key_sha256 + cert);
    if (known !== undefined) return { secure: known };
    const key = world.privateKeys.find(private_key_sha256);
    if (key === undefined) {
      return {
        problem: `the private key of certificate "${id}" was not kept: it came while traffic was off`,
      };
    }
    try {
      const secure = createSecureContext({ cert, key });
      this.#known.set(private_key_sha256 + cert, secure);
      return { secure };
    } catch {
      // What is wrong may quote the key.
      return { problem: `certificate "${id}" and its private key are not what TLS can use` };
    }
  }
}
