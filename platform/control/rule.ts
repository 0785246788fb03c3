/** Nothing of the platform's API decides what the control API answers. */
export const noRule = { by: undefined } as const;
