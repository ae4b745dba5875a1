package discover

import (
	"context"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

const (
	// secureBox is how long all of it may take: the candidates are there already, and most sites redirect by themselves.
	secureBox = 3 * time.Second
	// maxSecured are asked for by https, the best ones.
	maxSecured = 8
)

// secure looks whether what is worth gathering by http is there by https too, and tells that instead. A server that
// doesn't answer the first time isn't asked again.
func (r *run) secure() {
	hosts := map[string][]*told{}
	var order []string
	left := maxSecured
	for _, t := range r.ranked() {
		if root := rootOf(t.FinalURL); t.Preselected && strings.HasPrefix(root, "http://") && left > 0 {
			if hosts[root] == nil {
				order = append(order, root)
			}
			hosts[root] = append(hosts[root], t)
			left--
		}
	}
	ctx, cancel := context.WithTimeout(r.ctx, secureBox)
	defer cancel()
	answers := make([]bool, len(order))
	r.each(len(order), func(i int) { answers[i] = r.secureOne(ctx, hosts[order[i]][0]) })
	var rest []*told
	for i, host := range order {
		if answers[i] {
			rest = append(rest, hosts[host][1:]...)
		}
	}
	r.each(len(rest), func(i int) { r.secureOne(ctx, rest[i]) })
}

// secureOne tells the https address of a feed when the same items are there, and returns whether the server answers.
func (r *run) secureOne(ctx context.Context, t *told) bool {
	twin, answers := r.twin(ctx, t)
	if twin != nil {
		r.tell(twin)
	}
	return answers
}

// twin is what is at the https address of something that was read by http, if it has the same items.
func (r *run) twin(ctx context.Context, t *told) (twin *told, answers bool) {
	h := r.holding(maxBytes)
	if t.Recipe != nil {
		h = r.holding(pageBytes)
	}
	defer h.giveBack()
	l := lead{URL: "https" + strings.TrimPrefix(t.FinalURL, "http"), Title: t.Title, From: t.From, Language: t.Language}
	result := r.get(ctx, fetch.Request{URL: l.URL, NoRedirects: true, MaxBytes: maxBytes, ReserveMemory: h.take})
	if unreachable(result) {
		return nil, false
	}
	candidate, document := r.judgeAs(l, result, t.Recipe, feed.Options{})
	if document == nil {
		return nil, true
	}
	if twin = newTold(candidate, document); !twin.isTwin(t) {
		return nil, true
	}
	return twin, true
}
