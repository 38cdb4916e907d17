# hook.sh SOCKET NODE MAIN hook AGENT EVENT [PAYLOAD]: what an agent calls at each event, with the payload on stdin or at the end.
# The end of a run is left in a folder where a daemon takes it from (src/daemon/payloads.ts). What has an answer is asked of a running
# daemon through curl, which starts in a third of the time that Node takes. Node takes the rest. curl, cat and rm are called by their
# full paths: a project may have set PATH.
[ "${WAYLAND_CHILD-}" = 1 ] && exit 0
# By either variable a project could have Node run code of the project.
unset NODE_OPTIONS NODE_COMPILE_CACHE
socket=$1 node=$2 event=$6 url=http://daemon/hook/$5/$6
shift 2
ask() { printf '%s' "$payload" | /usr/bin/curl -qsf -m 1.2 --noproxy '*' --unix-socket "$socket" --data-binary @- "$url$1"; }

# A prompt starts from a snapshot of Node with the program loaded, where there is one in a folder of this user
# (src/daemon/snapshot). What cannot be started has not read the payload: it goes, and Node starts as usual. With huge pages the
# memory into which glibc has it read takes some 3,000 page faults less, a fifteenth of the time (measured); others ignore them.
direct() {
  kept=${socket%/*}/snapshot
  blob=$kept/@BUILD@.blob
  case $event in
    UserPromptSubmit | BeforeAgent | before_agent_start)
      if [ -O "$blob" ] && [ -O "$kept" ] && [ ! -L "$blob" ] && [ ! -L "$kept" ]; then
        GLIBC_TUNABLES=glibc.malloc.hugetlb=1 \
          "$node" --no-opt --no-sparkplug --min-semi-space-size=16 --single-threaded --no-rehash-snapshot --snapshot-blob "$blob" "$@"
        # By what Node ends with where it refuses a snapshot, and by signals of a process that crashed.
        case $? in 1 | 9 | 14 | 132 | 133 | 134 | 138 | 139) /bin/rm -f "$blob" ;; *) exit 0 ;; esac
      fi
      set -- "$@" --make-snapshot
      ;;
  esac
  exec "$node" "$@"
}

# Leaves the payload as a file of its own: a name that is taken, or a folder that is gone, has it asked instead.
leave() {
  folder=${socket%/*}/spool/payloads
  [ -d "$folder" ] && [ -O "$folder" ] && [ ! -L "$folder" ] || return
  umask 077
  set -C
  case ${5-} in
    '{'*) printf '%s' "$5" >"$folder/$3.$event.$$" ;;
    *) /bin/cat >"$folder/$3.$event.$$" ;;
  esac 2>/dev/null
}

variables=$(export -p)
# Variables of ours may restrict what this hook does, which Node knows.
case $variables in *WAYLAND_*) exec "$node" "$@" ;; esac
# A socket of another user is no daemon of ours.
[ -S "$socket" ] && [ -O "$socket" ] && [ -x /usr/bin/curl ] && [ -x /bin/cat ] && { [ -n "${5-}" ] || [ ! -t 0 ]; } || direct "$@"
# Sessions that a variable of this hook has moved are no file that the daemon knows of.
case $event:$variables in
  *CLAUDE_CONFIG_DIR=* | *CODEX_HOME=* | *GEMINI_CLI_HOME=* | *PI_CODING_AGENT_DIR=* | *QWEN_*_DIR=* | *COPILOT_HOME=*) ;;
  Stop:* | StopFailure:* | SessionEnd:* | AfterAgent:* | agent_end:* | session_shutdown:* | agent-turn-complete:*) leave "$@" && exit 0 ;;
esac
case ${5-} in '{'*) payload=$5 ;; *) payload=$(/bin/cat) ;; esac
ask ''
case $? in
  0) exit 0 ;;
  # The answer could not be printed: the hint is no offer.
  23) ask '?undelivered'; exit 0 ;;
  # It is not asked again.
  28) set -- "$@" --hook-wait-ms=0 ;;
esac
printf '%s' "$payload" | direct "$@"
