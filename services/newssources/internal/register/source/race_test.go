package source

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

// contenders is the number of concurrent operations.
const contenders = 12

// wantOneSuccess runs do concurrently, checks that one call succeeds and the others fail with one
// of the codes, and returns the number of the successful call.
func wantOneSuccess(t *testing.T, codes []problem.Code, do func(number int) error) (succeeded int) {
	t.Helper()
	var start, wait sync.WaitGroup
	var successes atomic.Int32
	var last atomic.Int32
	start.Add(1)
	for number := range contenders {
		wait.Go(func() {
			start.Wait()
			err := do(number)
			if err == nil {
				successes.Add(1)
				last.Store(int32(number))
				return
			}
			for _, code := range codes {
				if problem.Is(err, code) {
					return
				}
			}
			t.Errorf("number %d: %v", number, err)
		})
	}
	start.Done()
	wait.Wait()
	if successes.Load() != 1 {
		t.Fatalf("%d calls succeeded", successes.Load())
	}
	return int(last.Load())
}

func newLogo(t *testing.T, number int) Logo {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		picture.Set(i%64, i/64, color.RGBA{uint8(10 * number), uint8(i), 0, 255})
	}
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	logo, err := ReadLogo(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return logo
}

func TestOneOfConcurrentChangesSucceeds(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.keys = sealKeys(t, "k")
	password := func(number int) *credential.Credentials {
		return &credential.Credentials{Username: "joe", Password: fmt.Sprint("word", number)}
	}

	wantOneSuccess(t, []problem.Code{problem.DuplicateSource, problem.DuplicateEndpoint}, func(number int) error {
		_, err := r.Create(t.Context(), r.actor, sourceInput("daily.example", func(n *CreateInput) {
			n.SetLogo(newLogo(t, number))
			n.Endpoints[0].SetCredentials(password(number))
		}))
		return err
	})
	if sources, logos, endpoints, sealed, events := r.count("SELECT count(*) FROM sources"), r.count("SELECT count(*) FROM source_logos"),
		r.count("SELECT count(*) FROM endpoints"), r.count("SELECT count(*) FROM endpoint_credentials"),
		r.count("SELECT count(*) FROM audit_events"); sources != 1 || logos != 1 || endpoints != 1 || sealed != 1 ||
		events != 2 {
		t.Fatalf("%d sources, %d logos, %d endpoints, %d credentials, %d events", sources, logos, endpoints, sealed, events)
	}
	row, err := r.db.Ent.Source.Query().Only(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	made := r.must(r.Get(t.Context(), row.ID))

	// Logos and credentials have their own tables; they must be those of the call that succeeded. (An
	// unchanged logo is no change.)
	succeeded := wantOneSuccess(t, []problem.Code{problem.StaleVersion}, func(number int) error {
		_, err := r.Update(t.Context(), r.actor, made.ID, made.Version,
			func(d *Details) { d.SetLogo(newLogo(t, contenders+number)) })
		return err
	})
	found := r.must(r.Get(t.Context(), made.ID))
	kept, err := r.Logo(t.Context(), made.ID)
	if want := newLogo(t, contenders+succeeded); err != nil || found.Logo != want.Version ||
		kept.Version != want.Version || !bytes.Equal(kept.PNG, want.PNG) {
		t.Errorf("the logo is %s and %s, %v; want %s", found.Logo, kept.Version, err, want.Version)
	}

	e := &found.Endpoints[0]
	succeeded = wantOneSuccess(t, []problem.Code{problem.StaleVersion}, func(number int) error {
		_, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, e.ID, e.Version, func(d *EndpointDetails) {
			d.Name = fmt.Sprint("name", number)
			d.SetCredentials(password(number))
		})
		return err
	})
	after, err := r.Endpoint(t.Context(), made.ID, e.ID)
	if err != nil || after.Name != fmt.Sprint("name", succeeded) || after.Version != e.Version+1 {
		t.Errorf("the endpoint is %+v, %v", after, err)
	}
	r.wantCredentials(after, after.URL, "joe:"+password(succeeded).Password)

	var others [contenders]*Source
	for number := range others {
		others[number] = r.create(fmt.Sprintf("other%d.example", number), func(n *CreateInput) { n.Endpoints = nil })
	}
	wantOneSuccess(t, []problem.Code{problem.DuplicateEndpoint}, func(number int) error {
		_, err := r.AddEndpoint(t.Context(), r.actor, others[number].ID,
			EndpointDetails{Kind: "rss", URL: "https://shared.example/rss"})
		return err
	})
}
