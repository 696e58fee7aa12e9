import type { Serverless } from './serverless.ts'

interface Alarm {
  text: string
  namespace: string
  metric: string
  dimension: [string, unknown]
  above: number
}

/** Adds an alarm for every dead-letter queue and for every stream whose function falls behind. */
export default class AlarmsPlugin {
  hooks: Record<string, () => void>

  constructor(serverless: Serverless) {
    const topic = process.env.ALARM_TOPIC_ARN
    this.hooks = {
      'before:package:initialize': () => {
        const { functions, resources } = serverless.service
        const add = (id: string, { text, namespace, metric, dimension: [Name, Value], above }: Alarm) => {
          resources.Resources[id] = {
            Type: 'AWS::CloudWatch::Alarm',
            Properties: {
              AlarmDescription: text,
              Namespace: namespace,
              MetricName: metric,
              Dimensions: [{ Name, Value }],
              Statistic: 'Maximum',
              Period: 60,
              EvaluationPeriods: 1,
              Threshold: above,
              ComparisonOperator: 'GreaterThanThreshold',
              TreatMissingData: 'notBreaching',
              ...(topic ? { AlarmActions: [topic], OKActions: [topic] } : {}),
            },
          }
        }
        for (const [id, { Type, Properties }] of Object.entries(resources.Resources)) {
          if (Type !== 'AWS::SQS::Queue' || !id.endsWith('DeadQueue')) continue
          add(`${id}Alarm`, {
            text: `${String(Properties.QueueName)} holds messages that failed every retry`,
            namespace: 'AWS/SQS',
            metric: 'ApproximateNumberOfMessagesVisible',
            dimension: ['QueueName', { 'Fn::GetAtt': [id, 'QueueName'] }],
            above: 0,
          })
        }
        for (const [name, { events, name: deployed }] of Object.entries(functions)) {
          if (!events.some(({ stream }) => stream)) continue
          add(`${name.charAt(0).toUpperCase()}${name.slice(1)}LagAlarm`, {
            text: `${deployed} is more than five minutes behind its stream`,
            namespace: 'AWS/Lambda',
            metric: 'IteratorAge',
            dimension: ['FunctionName', deployed],
            above: 5 * 60 * 1000,
          })
        }
      },
    }
  }
}
