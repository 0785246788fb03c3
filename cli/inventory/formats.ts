export const inventoryFormats = ["ansible", "ssh", "json"] as const;

/** What `pulumi-hosting inventory` is given. */
export interface InventoryOptions {
  readonly stack?: string;
  readonly format: (typeof inventoryFormats)[number];
  readonly json?: true;
}
