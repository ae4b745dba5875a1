package port

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Owner returns the process that listens on the port, such as "nginx (pid 12)", or "" if it is
// unknown.
func Owner(port int) string {
	if pid := fromProc(port); pid != 0 {
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		return fmt.Sprintf("%s (pid %d)", strings.TrimSpace(string(name)), pid)
	}
	return fromLsof(port)
}

// fromProc returns the id of the process that holds the listening socket open, from Linux's /proc,
// or 0.
func fromProc(port int) int {
	inodes := map[string]bool{}
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(table)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			f := strings.Fields(lines.Text())
			const listening = "0A"
			if len(f) > 9 && f[3] == listening && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) {
				inodes["socket:["+f[9]+"]"] = true
			}
		}
		_ = file.Close()
	}
	if len(inodes) == 0 {
		return 0
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && inodes[to] {
			pid, _ := strconv.Atoi(strings.Split(link, "/")[2])
			return pid
		}
	}
	return 0
}

// fromLsof returns the same text as Owner. It runs lsof, because macOS has no /proc.
func fromLsof(port int) string {
	out, err := exec.Command("lsof", "-nP", "-Fpc", "-sTCP:LISTEN", fmt.Sprintf("-iTCP:%d", port)).Output()
	if err != nil {
		return ""
	}
	var pid, name string
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if value, ok := strings.CutPrefix(line, "p"); ok && pid == "" {
			pid = value
		}
		if value, ok := strings.CutPrefix(line, "c"); ok && name == "" {
			name = value
		}
	}
	if pid == "" {
		return ""
	}
	return fmt.Sprintf("%s (pid %s)", name, pid)
}
