/**
 * The scripts of the shells. Each asks `assay completion words` for the candidates of the line, so that it stays right
 * when the commands change.
 */
export const shellScripts = {
  bash: `_assay() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(assay completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)" -- "$current"))
}
complete -o default -F _assay assay
`,
  zsh: `#compdef assay
_assay() {
  local -a found
  found=("\${(@f)$(assay completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found/$'\\t'/:}")
  if [[ -n "$found[1]" ]]; then _describe assay found; else _files; fi
}
if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi
`,
  fish: `function __assay_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found (assay completion words -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c assay -f -a '(__assay_words)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName assay -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  $next = if ($word -eq '') { @('--next') } else { @() }
  assay completion words @next -- @words 2>$null | ForEach-Object {
    $name, $about = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $(if ($about) { $about } else { $name }))
  }
}
`,
} as const;
