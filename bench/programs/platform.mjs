/**
 * Opens the platform in the file given, gets one answer from it and prints the milliseconds since the
 * first line; without a file it does nothing. Plain JavaScript, so that no type stripping is measured.
 */
const startedAt = performance.now();
const [file] = process.argv.slice(2);

if (file !== undefined) {
  const { openPlatform } = await import("pulumi-hosting/platform");
  const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
  const headers = { authorization: `Bearer ${platform.rootKey}` };
  const answer = await platform.fetch(new Request("http://platform/v1/volumes", { headers }));
  if (answer.status !== 200) throw new Error(`The platform answered ${answer.status}.`);
  await answer.json();
  process.stdout.write(String(performance.now() - startedAt));
  platform.close();
}
