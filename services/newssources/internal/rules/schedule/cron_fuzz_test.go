package schedule

import (
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// FuzzParseCron checks that no expression makes the parser panic or run forever, and that accepted
// expressions occur.
func FuzzParseCron(f *testing.F) {
	for _, text := range []string{
		"*/5 * * * *", "0 6,18 * * mon-fri", "0 0 */9223372036854775807 * *", "0-59/60 */24 1-31/31 */12 0-7/7",
		"0 0 29 feb *", "99999999999999999999 * * * *",
		"0 0 1-9223372036854775807 * *", "0 0 31/9223372036854775806 * *", "-1 * * * *", "1-2-3 * * * *",
		"*/-9223372036854775808 * * * *", ",,, * * * *",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseCron(text)
		if err != nil {
			return
		}
		at, ok := c.Next(noon, time.UTC)
		if !ok || !at.After(noon) || c.gap <= 0 {
			t.Errorf("%q: %s, %v, gap %s", text, at, ok, c.gap)
		}
	})
}

func TestHugeNumbersInCron(t *testing.T) {
	t.Parallel()
	const huge = "9223372036854775807"
	for _, text := range []string{
		"0 0 */# * *", "*/# * * * *", "0 */# * * *", "0 0 * */# *", "0 0 * * */#", "#/# * * * *", "0 0 1-# * *",
		"0 0 #-1 * *", "0,# * * * *", "0 0 31/# * *", "0 0 */-# * *",
	} {
		var wrong problem.Fields
		(&Spec{Mode: Cron, Cron: strings.ReplaceAll(text, "#", huge)}).Normalized(&wrong, "")
		if err := wrong.Err(); err == nil || problem.As(err).Fields[0].Pointer != "/cron" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCronKeepsItsRate checks that an expression that occurs as often as the tier allows is
// followed by every endpoint, whatever its offset is.
func TestCronKeepsItsRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tier int
		want time.Duration
	}{"*/5 * * * *": {1, 5 * time.Minute}, "*/10 * * * *": {2, 10 * time.Minute}, "*/15 * * * *": {3, 15 * time.Minute},
		"0,30 * * * *": {1, 30 * time.Minute}} {
		for key := range 50 {
			in := Input{Key: string(rune('a' + key)), Now: noon,
				Settings: Settings{Mode: Cron, Cron: mustCron(t, name), Tier: c.tier}}
			in.Now = Next(in).At
			for range 20 {
				due := in.Now
				in.Now = due.Add(20 * time.Second) // the check was a little late
				next := Next(in).At
				if gap := next.Sub(due); gap != c.want {
					t.Fatalf("%s, endpoint %d: a check %s after the last one", name, key, gap)
				}
				in.Now = next
			}
		}
	}
}
