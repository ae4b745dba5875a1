package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestPartsPrintsSummary(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for name, test := range map[string]struct {
		parts []string
		want  []string
		fails bool
	}{
		"all pass": {[]string{"help", "help"}, []string{"\n2 passed, 0 failed\n"}, false},
		"one fails": {[]string{"help", "no-such-target", "help"},
			[]string{"no-such-target     FAILED", "\n2 passed, 1 failed\n"}, true},
		"first fails": {[]string{"no-such-target", "help"}, []string{"help               NOT RUN", "\n0 passed, 2 failed\n"},
			true},
		"beside another": {[]string{"help", "help+no-such-target+help", "help"},
			[]string{"no-such-target     FAILED", "\n4 passed, 1 failed\n"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := exec.Command(binary, append([]string{"parts"}, test.parts...)...).CombinedOutput()
			if (err != nil) != test.fails {
				t.Errorf("err = %v", err)
			}
			for _, want := range test.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q in:\n%s", want, out)
				}
			}
		})
	}
}
