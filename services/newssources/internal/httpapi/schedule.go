package httpapi

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func (s *server) PreviewSchedule(ctx context.Context,
	request api.PreviewScheduleRequestObject) (api.PreviewScheduleResponseObject, error) {
	b := request.Body
	preview, err := s.Checks.PreviewSchedule(ctx, s.Register, check.SchedulePreviewInput{
		EndpointID: b.EndpointId, SourceID: b.SourceId, URL: valueOrZero(b.Url), Schedule: fromSchedule(b.Schedule),
	})
	if err != nil {
		return nil, err
	}
	out := api.PreviewSchedule200JSONResponse{
		PerDay: float32(preview.PerDay), Domain: preview.Domain,
	}
	if load := preview.Load; load != nil {
		perDay := float32(load.PerDay)
		out.DomainPerDay, out.DomainEndpoints = &perDay, &load.Endpoints
	}
	for _, plan := range preview.Checks {
		reason := plan.Reasons[len(plan.Reasons)-1]
		out.Checks = append(out.Checks, struct {
			At     time.Time          `json:"at"`
			Reason api.ScheduleReason `json:"reason"`
		}{utc(plan.At), api.ScheduleReason{Code: string(reason.Code), Text: reason.Text}})
	}
	return out, nil
}

func fromSchedule(b *api.EndpointSchedule) *schedule.Spec {
	if b == nil {
		return nil
	}
	spec := &schedule.Spec{Mode: schedule.Mode(b.Mode), EverySeconds: valueOrZero(b.EverySeconds),
		Cron: valueOrZero(b.Cron), Zone: valueOrZero(b.Zone)}
	if w := b.Window; w != nil {
		spec.Window = &schedule.WindowSpec{Days: convertAll[string](w.Days), From: w.From, To: w.To}
	}
	return spec
}

func toSchedule(s *schedule.Spec) *api.EndpointSchedule {
	if s == nil {
		return nil
	}
	out := &api.EndpointSchedule{Mode: api.EndpointScheduleMode(s.Mode), EverySeconds: optional(s.EverySeconds),
		Cron: optional(s.Cron), Zone: optional(s.Zone)}
	if s.Window != nil {
		out.Window = &struct {
			Days *[]api.EndpointScheduleWindowDays `json:"days,omitempty"`
			From string                            `json:"from"`
			To   string                            `json:"to"`
		}{nil, s.Window.From, s.Window.To}
		if len(s.Window.Days) > 0 {
			days := convertAll[api.EndpointScheduleWindowDays](&s.Window.Days)
			out.Window.Days = &days
		}
	}
	return out
}
