/** Where the control API is, beside the platform's own. */
export const controlPrefix = "/_control";
