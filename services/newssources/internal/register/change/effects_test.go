package change

import "testing"

// TestEffectsOfChunks checks that the effects of a preview are those of all its chunks, also after it was
// previewed again.
func TestEffectsOfChunks(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.previewChunk = 2
	sources := r.sources(5)
	var endpoints int
	r.must(r.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM endpoint_states WHERE enabled").Scan(&endpoints))
	draft := r.draft(of(sources...).with(lifecycle("archive")))
	if draft.Effects == nil || draft.Effects.EndpointsStopped != endpoints || endpoints < len(sources) {
		t.Errorf("the effects are %+v, want %d stopped endpoints", draft.Effects, endpoints)
	}
	again, err := r.Preview(t.Context(), r.actor, draft.ID)
	r.must(err)
	if again.Effects == nil || again.Effects.EndpointsStopped != endpoints {
		t.Errorf("the effects of the second preview are %+v, want %d stopped endpoints", again.Effects, endpoints)
	}
}
