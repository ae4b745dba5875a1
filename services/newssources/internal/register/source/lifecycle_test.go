package source

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestCheckTransition(t *testing.T) {
	t.Parallel()
	allowed := map[[2]Lifecycle]bool{
		{Draft, Draft}: true, {Draft, Active}: true, {Draft, Paused}: true,
		{Active, Active}: true, {Active, Paused}: true,
		{Paused, Active}: true, {Paused, Paused}: true,
		{Archived, Archived}: true, // no change of the lifecycle; Update rejects archived sources
	}
	all := []Lifecycle{Draft, Active, Paused, Archived}
	for _, from := range all {
		for _, to := range append(all, "", "unknown") {
			err := checkTransition(from, to)
			if allowed[[2]Lifecycle{from, to}] != (err == nil) {
				t.Errorf("from %s to %q: %v", from, to, err)
			}
			if err != nil && !problem.Is(err, problem.BadTransition) {
				t.Errorf("from %s to %q: %v", from, to, err)
			}
		}
	}
}
