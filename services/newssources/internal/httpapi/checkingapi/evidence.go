package checkingapi

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func (s *Routes) GetEvidence(ctx context.Context, request api.GetEvidenceRequestObject) (api.GetEvidenceResponseObject,
	error) {
	list, err := s.Reports.Evidence(ctx, request.EndpointId)
	if err != nil {
		return nil, err
	}
	response := api.GetEvidence200JSONResponse{}
	for _, found := range list {
		evidence := toCheckEvidence(found)
		if found.IsFailure {
			response.Failure = &evidence
		} else {
			response.Success = &evidence
		}
	}
	return response, nil
}

func toCheckEvidence(e checkreport.Evidence) api.CheckEvidence {
	return api.CheckEvidence{
		CheckedAt: convert.UTC(e.StartedAt), Outcome: e.Outcome, OutcomeText: convert.Optional(e.Cause.Title()),
		Cause: convert.OptionalAs[api.HealthCause](e.Cause), Detail: convert.Optional(e.Detail),
		Status: convert.Optional(e.Status), Protocol: convert.Optional(e.Protocol),
		Remote: convert.Optional(e.Remote), FinalUrl: e.FinalURL,
		DurationMs: int(e.Duration.Milliseconds()),
		Phases:     toPhases(e.Phases), Redirects: convert.All(e.Redirects, toHop), HeadersOmitted: e.HeadersOmitted,
		BodyStart: e.BodyStart,
		Headers: convert.All(e.Headers,
			func(h checkreport.Header) api.ResponseHeader { return api.ResponseHeader{Name: h.Name, Value: h.Value} }),
		WireBytes: int(e.WireBytes), Bytes: int(e.Bytes),
	}
}

func toHop(h fetch.Hop) api.Hop { return api.Hop{Url: h.URL, Status: h.Status, Location: h.Location} }

func toPhases(p checkreport.Phases) api.CheckPhases {
	return api.CheckPhases{QueueMs: p.Queue, DnsMs: p.DNS, ConnectMs: p.Connect, TlsMs: p.TLS, FirstByteMs: p.FirstByte,
		BodyMs: p.Body}
}
