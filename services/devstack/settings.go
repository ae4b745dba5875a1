package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
)

// settings holds the web server's template values and the folder with the templates.
type settings struct {
	dir    string
	values map[string]string
}

// readSettings evaluates settings.envsh, which the container image also uses, and returns the
// template values. Unlike envsubst, this needs only a shell.
func readSettings(ctx context.Context, dir string, env []string) (settings, error) {
	const script = `set -eu; . ./settings.envsh; for n in $TEMPLATE_VARIABLES; do eval "printf '%s=%s\n' \"$n\" \"\$$n\""; done`
	cmd := proc.Command(ctx, 0, "sh", "-c", script)
	cmd.Dir, cmd.Env = dir, env
	out, err := proc.Output(cmd)
	if err != nil {
		return settings{}, fmt.Errorf("%s", strings.TrimSpace(string(out))) // the script names the invalid setting
	}
	s := settings{dir: dir, values: map[string]string{}}
	for line := range strings.Lines(string(out)) {
		if name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			s.values[name] = value
		}
	}
	return s, nil
}

// fill returns the template with the settings filled in. Variables of nginx are left unchanged.
func (s settings) fill(template string) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, template))
	if err != nil {
		return "", err
	}
	pairs := make([]string, 0, 2*len(s.values))
	for name, value := range s.values {
		pairs = append(pairs, "${"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(string(text)), nil
}
