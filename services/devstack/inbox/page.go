package inbox

import (
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"slices"
	"time"
)

func (box *Inbox) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /webhook", box.receiveWebhook)
	mux.HandleFunc("GET /mails.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, box.Mails()) })
	mux.HandleFunc("GET /webhooks.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, box.Webhooks()) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		mails, webhooks := box.Mails(), box.Webhooks()
		slices.Reverse(mails)
		slices.Reverse(webhooks)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		_ = page.Execute(w, map[string]any{"Mails": mails, "Webhooks": webhooks})
	})
	return mux
}

func (box *Inbox) receiveWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
	if err != nil {
		http.Error(w, "the body can't be read", http.StatusBadRequest)
		return
	}
	received := Webhook{ReceivedAt: time.Now(), Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body)}
	box.addWebhook(received)
	if status := box.options.AnswerWebhook; status != nil {
		w.WriteHeader(status(received))
	}
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Inbox</title>
<style>body { font: 14px/1.5 sans-serif; max-width: 900px; margin: 24px auto; padding: 0 16px } pre { white-space: pre-wrap; background: #f3f4f6; padding: 12px }
h2 { margin-top: 32px } article { margin: 16px 0 } time { color: #555 }</style></head><body>
<h1>Inbox</h1><p>The e-mails and webhooks that this development stack has sent, the newest first.</p>
<h2>E-mails ({{len .Mails}})</h2>
{{range .Mails}}<article><strong>{{.Subject}}</strong> to {{range .To}}{{.}} {{end}}<br><time>{{.ReceivedAt.Format "15:04:05"}}</time><pre>{{.Text}}</pre></article>{{else}}<p>None yet.</p>{{end}}
<h2>Webhooks ({{len .Webhooks}})</h2>
{{range .Webhooks}}<article><time>{{.ReceivedAt.Format "15:04:05"}}</time> {{.Header.Get "Webhook-Id"}}<pre>{{.Body}}</pre></article>{{else}}<p>None yet.</p>{{end}}
</body></html>
`))
