/** The script of each shell: it asks the command itself, so the script need not change with it. */
export const scripts = {
  bash: `_hosting() {
  local IFS=$'\\n'
  local words="$(pulumi-hosting complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _hosting pulumi-hosting hosting
`,
  zsh: `#compdef pulumi-hosting hosting
_hosting() {
  local line
  local -a found
  for line in "\${(@f)$(pulumi-hosting complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done
  if (( $#found )); then _describe hosting found; else _files; fi
}
compdef _hosting pulumi-hosting hosting
`,
  fish: `complete -c pulumi-hosting -c hosting -a '(pulumi-hosting complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

export type Shell = keyof typeof scripts;
