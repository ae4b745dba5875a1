package main

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// program is a dependency that neither Go nor npm can install.
type program struct {
	commands []string // alternatives, one of which must be installed
	debian   string
	homebrew string
}

var programs = map[string]program{
	"chromium": {
		commands: []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"},
		debian:   "chromium", homebrew: "brew install --cask google-chrome",
	},
	"nginx":    {commands: []string{"nginx"}, debian: "nginx-light", homebrew: "brew install nginx"},
	"envsubst": {commands: []string{"envsubst"}, debian: "gettext-base", homebrew: "brew install gettext"},
}

func (p program) found() bool {
	for _, command := range p.commands {
		if _, err := exec.LookPath(command); err == nil {
			return true
		}
	}
	return false
}

// installPrograms makes sure that the programs are installed. As root on Debian it installs missing ones; elsewhere it returns
// an error that explains how to.
func installPrograms(ctx context.Context, names []string) error {
	var debian, homebrew []string
	for _, name := range names {
		p, known := programs[name]
		if !known {
			return usererror.New("add it to need.go", "unknown program %q", name)
		}
		if !p.found() {
			debian, homebrew = append(debian, p.debian), append(homebrew, p.homebrew)
		}
	}
	if len(debian) == 0 {
		return nil
	}
	apt, err := exec.LookPath("apt-get")
	if err != nil || os.Geteuid() != 0 {
		return usererror.New("on Debian: sudo apt-get install "+strings.Join(debian, " ")+"; on macOS: "+strings.Join(homebrew, " && "),
			"missing: %s", strings.Join(debian, ", "))
	}
	progress("installing %s …", strings.Join(debian, ", "))
	install := append([]string{"install", "-y", "--no-install-recommends"}, debian...)
	for _, args := range [][]string{{"update"}, install} {
		cmd := proc.Command(ctx, 0, apt, args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := proc.Output(cmd); err != nil {
			return usererror.New("install "+strings.Join(debian, " ")+" by hand", "apt-get %s failed (%w):\n%s", args[0], err, out)
		}
	}
	return nil
}
