import * as hosting from "pulumi-hosting";

const backups = new hosting.Bucket("backups", {});

export const endpoint = backups.endpoint;
/** Secrets: Pulumi stores them encrypted and does not show them. */
export const credentials = { accessKey: backups.accessKey, secretKey: backups.secretKey };
