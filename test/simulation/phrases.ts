/**
 * The patterns that the simulated user looks for in a message: names of settings and short
 * patterns, which its words may surround.
 */
export const phrases = {
  deletedByHand: /HOSTING_DELETED_BY_HAND=(<ids>|\S*[^\s.,])/,
  acceptWorld: /HOSTING_ACCEPT_WORLD=(\S+) pulumi/,
  madeElsewhere: /HOSTING_ACCEPT_WORLD=(\S+)\.$/,
  noRoute: /"(routes\.\w+\.\w+)": "none"/,
  unresolved: /HOSTING_FORGET_UNRESOLVED=([\w-]+) (?:pulumi up|set)/,
  attachedElsewhere: /(vol_\w+)"?(?: was not attached: it)? is attached to/,
  notFound: / "(\S+)" not found.*`pulumi refresh`/,
  notAdopted: / was not adopted: |Remove `adopt`/,
  grown: /size_gb (?:(\d+) is not greater than its \1|must be larger than)/,
  tooSlow: /(?:raise the resource's|more time with) `timeouts`/,
  placeTaken: /set adopt to (\S+\/(?:tcp|udp)\/\d+)/,
  invited: /set adopt to \S+@\S+/,
  running: /Stop it in the console/,
  nameTaken: /was not created: (\S+) (?:has the name|exists already)/,
  deleteFirst: /set deleteBeforeReplace/,
};
