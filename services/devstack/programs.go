package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// program is a dependency that neither Go nor npm can install.
type program struct {
	commands []string // alternatives in order of preference, one of which must be installed
	debian   string
	// debianFallback is the package for versions of Debian that do not have the package debian. If it
	// is empty, there is none.
	debianFallback string
	homebrew       string
}

// preferredTimeout limits the installation of a preferred command. Without that command, the tests
// pass but take longer.
const preferredTimeout = 2 * time.Minute

var programs = map[string]program{
	"chromium": {
		// In the journeys, the headless shell needs two thirds of the CPU time of the browser. See also
		// web/e2e/support/chromium.ts.
		commands: []string{
			"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		},
		debian: "chromium-headless-shell", debianFallback: "chromium", homebrew: "brew install --cask google-chrome",
	},
	"nginx": {commands: []string{"nginx"}, debian: "nginx-light", homebrew: "brew install nginx"},
	// Debian's package has both Prometheus and promtool.
	"prometheus": {commands: []string{"promtool"}, debian: "prometheus", homebrew: "brew install prometheus"},
	"envsubst":   {commands: []string{"envsubst"}, debian: "gettext-base", homebrew: "brew install gettext"},
	// Tests run the example programs.
	"python3": {commands: []string{"python3"}, debian: "python3", homebrew: "brew install python"},
	// 60 packages with 280 MB, which only make test-spreadsheet needs.
	"soffice": {commands: []string{"soffice"}, debian: "libreoffice-calc-nogui",
		homebrew: "brew install --cask libreoffice"},
}

// installedCommand returns the first command that is installed, or "".
func (p program) installedCommand() string {
	for _, command := range p.commands {
		if _, err := exec.LookPath(command); err == nil {
			return command
		}
	}
	return ""
}

// installPrograms makes sure that the programs are installed. As root on Debian it installs missing
// ones; elsewhere it returns an error that explains how to. As root it also tries to install the
// preferred command of a program if only an alternative is installed.
func installPrograms(ctx context.Context, names []string) error {
	var debian, fallback, homebrew []string
	var preferred []program
	for _, name := range names {
		p, known := programs[name]
		if !known {
			return usererror.New("add it to programs.go", "unknown program %q", name)
		}
		switch p.installedCommand() {
		case "":
			debian, homebrew = append(debian, p.debian), append(homebrew, p.homebrew)
			fallback = append(fallback, cmp.Or(p.debianFallback, p.debian))
		case p.commands[0]:
		default:
			preferred = append(preferred, p)
		}
	}
	apt, err := exec.LookPath("apt-get")
	canInstall := err == nil && os.Geteuid() == 0
	if len(debian) > 0 {
		if !canInstall {
			return usererror.New("on Debian: sudo apt-get install "+strings.Join(debian, " ")+"; on macOS: "+
				strings.Join(homebrew, " && "),
				"missing: %s", strings.Join(debian, ", "))
		}
		err := aptInstall(ctx, apt, debian)
		if err != nil && !slices.Equal(debian, fallback) {
			err = aptInstall(ctx, apt, fallback)
		}
		if err != nil {
			return err
		}
	}
	for _, p := range preferred {
		if !canInstall {
			break
		}
		installCtx, cancel := context.WithTimeout(ctx, preferredTimeout)
		err := aptInstall(installCtx, apt, []string{p.debian})
		cancel()
		if err != nil {
			progress("%s cannot be installed; %s is used instead", p.debian, p.installedCommand())
		}
	}
	return ctx.Err()
}

// aptInstall installs Debian packages.
func aptInstall(ctx context.Context, apt string, packages []string) error {
	progress("installing %s …", strings.Join(packages, ", "))
	allowStart, err := preventServiceStart()
	if err != nil {
		return err
	}
	defer allowStart()
	install := append([]string{"install", "-y", "--no-install-recommends"}, packages...)
	for _, args := range [][]string{{"update"}, install} {
		cmd := proc.Command(ctx, 0, apt, args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := proc.Output(cmd); err != nil {
			return usererror.New("install "+strings.Join(packages, " ")+" by hand", "apt-get %s failed (%w):\n%s", args[0], err,
				out)
		}
	}
	return nil
}

// servicePolicy is the program that Debian packages run to find out whether they may start their
// services.
const servicePolicy = "/usr/sbin/policy-rc.d"

// preventServiceStart prevents the packages from starting their services, such as nginx on port 80.
// The returned function restores the system.
func preventServiceStart() (restore func(), err error) {
	file, err := os.OpenFile(servicePolicy, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755) //nolint:gosec // a program that apt-get runs
	if errors.Is(err, fs.ErrExist) {
		return func() {}, nil // the operator has a policy
	}
	if err != nil {
		return nil, err
	}
	_, err = file.WriteString("#!/bin/sh\nexit 101\n") // 101: not allowed
	return func() { _ = os.Remove(servicePolicy) }, errors.Join(err, file.Close())
}
