package httpapi

import (
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// made is a source that a test works on.
type made struct {
	id   uuid.UUID
	path string
	etag string
}

// create makes an active source, whose domain follows from its name, with more members of JSON.
func (p *person) create(name string, more ...string) made {
	p.t.Helper()
	domain := strings.ReplaceAll(strings.ToLower(name), " ", "-")
	members := append([]string{`"name":"` + name + `"`, `"homepage_url":"https://` + domain + `.example"`}, more...)
	got := p.post("/newssources", "{"+strings.Join(members, ",")+"}").want(http.StatusCreated)
	return madeFrom(got)
}

func madeFrom(a *answer) made {
	s := into[Source](a)
	return made{s.Id, "/newssources/" + s.Id.String(), a.etag()}
}
