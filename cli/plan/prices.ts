import { type OwnPrices, ownPricesIn, parsePrices } from "../../contract/costs/index.ts";
import { settingNames } from "../../provider/setting-names.ts";
import { CommandError } from "../exit.ts";
import { type Preview, secretText } from "../preview/preview.ts";
import { readSource } from "../preview/source.ts";
import type { Terminal } from "../terminal.ts";

/**
 * The user's own prices: of the file that is named, else those that the run had which the preview is of.
 *
 * @throws CommandError when they cannot be read, or are none.
 */
export async function pricesFor(
  { config }: Preview,
  { prices: file }: { readonly prices?: string },
  terminal: Terminal,
): Promise<OwnPrices> {
  if (file !== undefined) {
    const { text, from } = await readSource(file, terminal);
    return checked(() => parsePrices(text, from));
  }
  const stated = {
    environment: terminal.env[settingNames.prices],
    config: config["hosting:prices"],
  };
  if (stated.environment === undefined && stated.config === secretText) {
    throw new CommandError(
      "The costs are not known: hosting:prices is encrypted, and a preview does not show it. Set it without --secret, or give the prices with --prices.",
    );
  }
  return checked(() => ownPricesIn(stated));
}

function checked(read: () => OwnPrices): OwnPrices {
  try {
    return read();
  } catch (error) {
    throw new CommandError(
      `The costs are not known: ${error instanceof Error ? error.message : error}`,
    );
  }
}
